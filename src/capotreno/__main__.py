"""`python -m capotreno` is the command `capotreno`."""

from capotreno.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
