"""What the server remembers of people: their profiles, what opens them, what they are told."""

from capotreno.server.store.people.profiles import DEVICE, LINK, ONCE, KeyRow, People, PersonRow

__all__ = ["DEVICE", "LINK", "ONCE", "KeyRow", "People", "PersonRow"]
