"""Counting calls so that those who come together are all counted.

DRF reads a list, looks at it and writes it back: calls that come at the same time read the same
list. Here one looks and notes at a time, in all processes.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.cache import DEFAULT_CACHE_ALIAS, caches
from django.core.cache.backends.redis import RedisCache

# Redis carries a script out in one piece. Says when the oldest call that counts was made, or ''.
NOTE_IN_REDIS = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
  return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[1] .. ' ' .. redis.call('ZCARD', KEYS[1]))
redis.call('EXPIRE', KEYS[1], math.ceil(ARGV[2]))
return ''
"""


def seconds_to_wait(key: str, *, now: float, most: int, seconds: int) -> float | None:
    """Note a call and give None, or leave it at that and give how long the caller has to wait."""
    cache = caches[DEFAULT_CACHE_ALIAS]
    if isinstance(cache, RedisCache):
        client = cache._cache.get_client(key, write=True)
        oldest = client.eval(
            NOTE_IN_REDIS, 1, cache.make_and_validate_key(key), repr(now), seconds, most
        )
        return _waiting(float(oldest), now=now, seconds=seconds) if oldest else None
    with one_at_a_time(Path(settings.VAR_DIR) / "counting.lock"):
        counted: list[float] = [at for at in cache.get(key, ()) if at > now - seconds]
        if len(counted) >= most:
            return _waiting(counted[0], now=now, seconds=seconds)
        cache.set(key, [*counted, now], seconds)
    return None


def _waiting(oldest: float, *, now: float, seconds: int) -> float:
    """Calls that come together are not counted in the order of their clocks, and nobody waits
    longer than the time that counts."""
    return min(seconds, oldest + seconds - now)


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Of all threads of all processes on this machine."""
    lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
