"""Settings for the open internet, behind a proxy that speaks https: all from the environment."""

import os

from config.settings.demands import demand_everything

demand_everything(os.environ)

from config.settings.base import *  # noqa: E402, F403 (nothing is made before all is known)
from config.settings.base import ALLOWED_HOSTS, SENTRY_DSN, SITE_URL, VERSION, env  # noqa: E402

DEBUG = False
SITE_ORIGIN = SITE_URL or f"https://{ALLOWED_HOSTS[0].lstrip('.')}"

SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=60 * 60 * 24 * 365)
# Both reach beyond this site, and preloading is not taken back for months: whoever owns the domain
# has to want them.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

if SENTRY_DSN:
    from web.sentry import report_to

    report_to(SENTRY_DSN, release=VERSION)
