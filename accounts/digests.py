"""What is kept of a secret that only its holder knows."""

import hashlib


def digest_of(secret: str) -> str:
    """A plain digest is enough: nobody guesses hundreds of random bits, as one could a password."""
    return hashlib.sha256(secret.encode()).hexdigest()
