"""Settings that run bare: SQLite, jobs in a thread, files on disk. The environment changes them."""

import tomllib
from pathlib import Path

from csp.constants import NONE, SELF

from config.settings.environment import Environment
from config.settings.secret import kept_secret_key

env = Environment()

BASE_DIR = Path(__file__).resolve().parents[2]
VAR_DIR = Path(env("TOUCHBACK_VAR", default=str(BASE_DIR / "var")))
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env("SECRET_KEY", default="") or kept_secret_key(VAR_DIR / "secret-key")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# The origin that links in mails carry; empty means the one of the request that caused the mail.
SITE_URL = env("SITE_URL", default="").rstrip("/")
# The same for mails that no request caused, like reminders.
SITE_ORIGIN = SITE_URL or env("SERVED_AT", default="http://127.0.0.1:8000")
# How many reverse proxies of ours stand in front; their X-Forwarded-For entries are believed.
PROXY_HOPS = env.int("PROXY_HOPS", default=0)
# How many lines one address may keep open to each process of the server; 0 is any number.
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=0)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "web.static_files.StaticFiles",
    "django.forms",
    "django_htmx",
    "template_partials",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "acts",
    "jobs",
    "web",
    "accounts",
    "rules",
    "league",
    "teams",
    "matches",
    "competition",
    "league_file",
    "simulator",
    "press",
]

MIDDLEWARE = [
    "web.health.Health",
    "web.middleware.RequestLog",
    "web.middleware.ApiCaching",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "web.middleware.CompressedPages",
    "csp.middleware.CSPMiddleware",
    "web.middleware.BodyLimit",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.OwnTimeZone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.BackToThePage",
    "web.middleware.Failures",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.frame",
            ],
        },
    },
]
FORM_RENDERER = "web.forms.Renderer"

# --- Database: SQLite beside the program, or whatever DATABASE_URL names
DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'touchback.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE takes the write lock at BEGIN: select_for_update does nothing here, so this is the
    # lock, and deferred transactions fail under load with "database is locked".
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 5,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis: absent, jobs run in a thread and the cache lies on disk
REDIS_URL = env.redis("REDIS_URL")
if REDIS_URL:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # Whoever asks for a page does not wait long for a Redis that is gone.
            "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
        }
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
            "LOCATION": str(VAR_DIR / "cache"),
        }
    }

# --- Jobs
JOB_LEASE_SECONDS = env.int("JOB_LEASE_SECONDS", default=60)
JOB_RETRY_SECONDS = env.int("JOB_RETRY_SECONDS", default=10)
# Whether the web process runs jobs in a thread; `manage.py run_jobs` does the same on its own.
JOB_THREAD = env.bool("JOB_THREAD", default=not REDIS_URL)
CELERY_BROKER_URL = REDIS_URL or None

# --- Accounts
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# --- Mail: to the console unless the environment names a server
mail = env.mail("EMAIL_URL", default="consolemail://")
EMAIL_BACKEND = mail["EMAIL_BACKEND"]
EMAIL_HOST = mail["EMAIL_HOST"] or "localhost"
EMAIL_PORT = mail["EMAIL_PORT"] or 25
EMAIL_HOST_USER = mail["EMAIL_HOST_USER"] or ""
EMAIL_HOST_PASSWORD = mail["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS = mail.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = mail.get("EMAIL_USE_SSL", False)
EMAIL_FILE_PATH = mail["EMAIL_FILE_PATH"]
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env("MAIL_FROM", default="Touchback <touchback@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- Language and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.zone("TIME_ZONE", default="UTC")

# --- Files
STATIC_URL = "/static/"
STATIC_ROOT = Path(env("STATIC_ROOT", default=str(VAR_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "web.stylesheet.Finder",
]
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"
# Leagues' files that wait to be looked through; workers need them too.
INCOMING_ROOT = VAR_DIR / "incoming"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Whole apps or single models whose rows mean nothing elsewhere: made anew, or gone within the hour.
NOT_IN_BACKUPS = [
    "auth",
    "contenttypes",
    "sessions",
    "accounts.Attempt",
    "accounts.SignInLink",
    "acts.Receipt",
]
# One megabyte is ample for every form and call; pages that take pictures raise it for themselves.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000
FILE_UPLOAD_HANDLERS = [
    "web.uploads.OnlyWhereAsked",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- Security
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
if PROXY_HOPS > 0:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Browsers heed it under https only, and complain on each page elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY: str | None = None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "web.errors.csrf_failure"

# --- API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.TokenAuthentication",
        "accounts.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["web.api.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "web.api.defaults.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": [
        "web.api.defaults.PersonThrottle",
        "web.api.defaults.AddressThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "person": env.rate("API_PERSON_RATE", default="600/min"),
        "address": env.rate("API_ADDRESS_RATE", default="240/min"),
    },
    # OPTIONS would tell what the schema already tells, in a shape that it does not.
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "web.api.schema.Schema",
    "DEFAULT_VERSIONING_CLASS": None,
    "EXCEPTION_HANDLER": "web.api.errors.answer_failure",
    "PAGE_SIZE": 50,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Touchback",
    "DESCRIPTION": "The league manager's own commands and queries, for programs.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "rules.schemas.describe_rulings",
    ],
    "ENUM_NAME_OVERRIDES": {
        "JobState": "jobs.models.Job.State",
        "AskKind": "rules.api.ASK_KINDS",
        "Kit": "web.crests.KITS",
        "SeasonState": "league.models.Season.State",
        "Role": "league.models.Role",
        "GivenRole": "league.api.members.GIVEN_ROLES",
        "TeamState": "teams.models.Team.State",
        "TradeState": "competition.models.Trade.State",
        "RedraftState": "competition.queries.redrafts.STATES",
        "CoachKind": "teams.models.Tenure.Kind",
        "MatchState": "matches.models.Match.State",
        "Side": "matches.models.MatchSide.Side",
        "Whose": "matches.api.shapes.Whose",
        "MatchEnding": "matches.pitch.reports.ENDINGS",
        "TapKind": "matches.models.Tap.Kind",
        "Ending": "competition.models.Result.Ending",
        "PlayedEnding": "competition.api.fixture_shapes.PLAYED_ENDINGS",
        "RuledEnding": "competition.api.fixture_shapes.RULED_ENDINGS",
        "AtFault": "competition.models.Result.Side",
        "FixtureState": "competition.models.Fixture.State",
        "StageState": "competition.models.Stage.State",
        "EntryState": "competition.models.Entry.State",
        "StageFormat": "competition.models.Stage.Format",
        "Seeding": "competition.models.Stage.Seeding",
        "RoundState": "competition.models.Round.State",
        "DateSide": "competition.models.DateProposal.Side",
        "ProposalState": "competition.models.DateProposal.State",
        "OverdueRuling": "competition.overdue_words.CHOICES",
    },
}

# --- Logs: one JSON line a request on standard error, or in a file
LOG_LEVEL = env.one_of("LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR", "CRITICAL")
LOG_FORMAT = env.one_of("LOG_FORMAT", "json", "console")
LOGGING_CONFIG = "web.logs.configure"
LOGGING = {"level": LOG_LEVEL, "format": LOG_FORMAT, "file": env("LOG_FILE", default="")}
SENTRY_DSN = env("SENTRY_DSN", default="")
