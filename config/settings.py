"""Settings of every place the site runs in. What differs between places comes from the environment.

README.md lists the variables. `./run` sets DEBUG=1; without it those of _NEEDED must be given.
"""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from config import devservices

ROOT = devservices.ROOT
STATE = devservices.STATE
DEBUG = os.environ.get("DEBUG", "0") == "1"
SECRET_KEY = os.environ.get("SECRET_KEY") or ("development only" * 4 if DEBUG else "")
_NEEDED = ("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "MAIL_URL")
if not DEBUG and (_missing := [name for name in _NEEDED if not os.environ.get(name)]):
    raise ImproperlyConfigured(
        f"Set {', '.join(_missing)} (README.md says how), or DEBUG=1 on your own machine."
    )
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "127.0.0.1 localhost" if DEBUG else "").split()
SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")  # of canonical links; default: the request's
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

INSTALLED_APPS = [
    # Ours come first: where two have a template or a word, the first one counts.
    "config",
    "accounts",
    "games",
    "rules",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",  # always: what a provider that is off by now left is told and deleted
    "csp",
    "django_htmx",
]

MIDDLEWARE = [
    "config.middleware.Health",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.middleware.Personal",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.Unavailable",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    }
]


def _database(url: str) -> dict[str, object]:
    """Django's form of postgresql://user:password@host:port/name?host=/folder&more=options."""
    parts = urlsplit(url)
    options: dict[str, object] = dict(parse_qsl(parts.query))
    host = options.pop("host", None) or parts.hostname or ""
    # A statement, a wait or a frozen process must not hold a match for ever. Migrations may take
    # longer: manage.py gives them all the time they need.
    limits = {
        "statement_timeout": os.environ.get("STATEMENT_TIMEOUT", "5s"),
        "lock_timeout": "2s",
        "idle_in_transaction_session_timeout": "5s",
    }
    options["options"] = " ".join(f"-c {name}={value}" for name, value in limits.items())
    options["pool"] = {"min_size": 1, "max_size": 12, "timeout": 5}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": options,
        "CONN_HEALTH_CHECKS": True,  # else each pooled connection fails once after a restart
    }


def _social_app(name: str) -> dict[str, str]:
    """What SOCIAL_NAME=client_id:secret says."""
    client, _, secret = os.environ[f"SOCIAL_{name.upper()}"].partition(":")
    if not client or not secret:
        raise ImproperlyConfigured(f"SOCIAL_{name.upper()} must be client_id:secret.")
    return {"client_id": client, "secret": secret}


DATABASES = {"default": _database(devservices.DATABASE_URL)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = devservices.REDIS_URL
CACHES = {
    "default": {
        "BACKEND": "accounts.cache.Cache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tujuh",
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"  # people play on while Redis is away
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://").replace(
    "?db=", "?virtual_host="
)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 30
CELERY_TASK_PUBLISH_RETRY = False  # a lost task is the sweeper's; a player must not wait for Redis
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 5
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A task longer than the visibility time-out would be run twice; the default sweep for tasks of a
# killed worker takes 100 s.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 120,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 1,
}
CELERY_BEAT_SCHEDULE = {
    "clear sessions": {"task": "accounts.tasks.clear_sessions", "schedule": 60 * 60 * 24},
    "clear unconfirmed": {
        "task": "accounts.tasks.clear_unconfirmed",
        "schedule": 60 * 60 * 24,
    },
    "clear boards": {"task": "games.tasks.clear_boards", "schedule": 60 * 60},
    "clear held": {"task": "accounts.tasks.clear_held", "schedule": 60 * 60 * 24},
    "erase closed": {"task": "accounts.tasks.erase_closed", "schedule": 60 * 60},
    "clear guests": {"task": "games.tasks.clear_guests", "schedule": 60 * 60},
    "clear offline": {"task": "games.tasks.clear_offline", "schedule": 60 * 60 * 24},
    "pick up checks": {"task": "games.tasks.pick_up_checks", "schedule": 60},
}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.AuthenticationBackend"]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["email", "name"]},
    },
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator"},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATORS}.NumericPasswordValidator"},
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "confirm_email_verification_code": "accounts.forms.ConfirmForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
# As long as the code of a sign-up is good: mails take their time.
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True  # one address a person
ACCOUNT_EMAIL_NOTIFICATIONS = True  # a changed password, address or passkey is told by mail
ACCOUNT_REAUTHENTICATION_REQUIRED = True
MFA_ADAPTER = "accounts.mfa.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "accounts.mfa.AddPasskeyForm",
    "authenticate_webauthn": "accounts.mfa.SecondStepForm",
    "edit_webauthn": "accounts.mfa.EditPasskeyForm",
    "login_webauthn": "accounts.mfa.LoginForm",
    "reauthenticate_webauthn": "accounts.mfa.ReauthenticateForm",
    "signup_webauthn": "accounts.mfa.SignupPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # clocks go wrong by half a minute
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG  # else passkeys need https

# Accounts of others, each only when the environment names it: SOCIAL_GOOGLE=client_id:secret.
# Its value here: where its form leads to.
_SOCIAL = {"google": "https://accounts.google.com", "github": "https://github.com"}
SOCIALACCOUNT_PROVIDERS = {
    name: {"APPS": [_social_app(name)], "OAUTH_PKCE_ENABLED": True}
    for name in _SOCIAL
    if os.environ.get(f"SOCIAL_{name.upper()}")
}
SOCIALACCOUNT_ADAPTER = "accounts.social.SocialAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.social.SignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False  # the public name is asked for
INSTALLED_APPS += [f"allauth.socialaccount.providers.{name}" for name in SOCIALACCOUNT_PROVIDERS]
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TRUSTED_PROXIES", "0"))

DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM", "Tujuh <tujuh@localhost>")
MAIL_FOLDER = STATE / "mail"
if DEBUG:
    EMAIL_BACKEND = "accounts.devmail.EmailBackend"
else:  # smtp://user:password@host:port or smtps://
    _mail = urlsplit(os.environ["MAIL_URL"])
    EMAIL_HOST, EMAIL_PORT = _mail.hostname or "", _mail.port or 587
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = (
        unquote(_mail.username or ""),
        unquote(_mail.password or ""),
    )
    EMAIL_USE_SSL = _mail.scheme == "smtps"
    EMAIL_USE_TLS = _mail.scheme == "smtp" and _mail.port != 25
    EMAIL_TIMEOUT = 10

LANGUAGE_CODE = "en"
LANGUAGES = [("ms", _("Malay")), ("uk", _("Ukrainian")), ("tr", _("Turkish")), ("en", _("English"))]
USE_TZ = True
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = os.environ.get("STATIC_ROOT") or STATE / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},  # nobody uploads anything
    "staticfiles": {"BACKEND": "config.storage.Storage"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF, *(_SOCIAL[name] for name in SOCIALACCOUNT_PROVIDERS)],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
if not DEBUG:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_SECURE = True
    CSRF_COOKIE_NAME = "__Host-csrf"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "%(levelname)s %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # Django's own handlers would say everything twice.
    "loggers": {"django": {"handlers": [], "propagate": True}},
}
