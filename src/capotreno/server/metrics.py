"""What the server counts, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """Counters of one server; a registry of their own, so that several can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("capotreno_sockets", "Open sockets", registry=self.registry)
        self.tables = Gauge("capotreno_tables", "Tables in memory", registry=self.registry)
        self.live = Gauge(
            "capotreno_live_tables", "Tables that people play at", registry=self.registry
        )
        self.gestures = Counter("capotreno_gestures", "Gestures played", registry=self.registry)
        self.refused = Counter("capotreno_refused", "Gestures refused", registry=self.registry)
        self.connections = Gauge(
            "capotreno_connections", "Open connections that are no sockets", registry=self.registry
        )
        self.late = Gauge(
            "capotreno_late_seconds",
            "How late everything is, over the last seconds",
            registry=self.registry,
        )
        self.open = Gauge(
            "capotreno_open",
            "Whether these are let in (1) or not (0)",
            ["to"],
            registry=self.registry,
        )
        self.turned_away = Gauge(
            "capotreno_turned_away", "How many were not let in", ["what"], registry=self.registry
        )
        self.bots = Gauge(
            "capotreno_bot_choices",
            "What became of bots' choices",
            ["kind"],
            registry=self.registry,
        )
        self.gesture_seconds = Histogram(
            "capotreno_gesture_seconds",
            "From a gesture to its acknowledgement",
            buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
            registry=self.registry,
        )
