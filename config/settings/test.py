"""Settings of the test run: cheap passwords, mail in memory, no manifest of static files."""

import os

from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, CACHES, DATABASES, REDIS_URL, REST_FRAMEWORK, STORAGES

VAR_DIR = BASE_DIR / "build/var"
SECRET_KEY = "only-for-tests-" + "x" * 40
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
if REDIS_URL:
    # Workers of one test run share a Redis; each keeps to its own keys.
    CACHES["default"]["KEY_PREFIX"] = os.environ.get("PYTEST_XDIST_WORKER", "")
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, not memory: tests of what happens at the same time meet the locks of real use.
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / f"test-{os.getpid()}.sqlite3"}
    # Nothing here outlives the run, so nothing needs to reach the disk.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
MEDIA_ROOT = VAR_DIR / "media"
# Never what `make run` has gathered: it may be older than what is tested.
STATIC_ROOT = VAR_DIR / "static"
LOGGING = {"level": "WARNING", "format": "json"}
REST_FRAMEWORK = REST_FRAMEWORK | {
    "DEFAULT_THROTTLE_RATES": {"person": "100000/min", "address": "100000/min"}
}
