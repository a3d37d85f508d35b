FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production \
    TOUCHBACK_VAR=/var/lib/touchback

RUN useradd --system --create-home --home-dir /var/lib/touchback touchback
WORKDIR /srv/touchback

COPY requirements.txt .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

COPY . .
# Nobody may write beside the program later on: it is compiled here, once for all starts.
RUN python -m compileall -q .
# The bare settings need no secrets; the files end up in the image, outside the data volume.
RUN DJANGO_SETTINGS_MODULE=config.settings.base TOUCHBACK_VAR=/tmp/build STATIC_ROOT=/srv/static \
    python manage.py collectstatic --noinput --verbosity 0 && rm -r /tmp/build
ENV STATIC_ROOT=/srv/static

USER touchback
VOLUME /var/lib/touchback
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["gunicorn", "--config", "config/gunicorn.py", "--bind", "0.0.0.0:8000", "config.wsgi"]
