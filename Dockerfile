# The portal for production: web, worker and reconciler are the same image with another command.
FROM python:3.11-slim-bookworm AS build
WORKDIR /app
COPY requirements/dev.txt requirements/dev.txt
RUN python -m venv /build && /build/bin/pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements/dev.txt
COPY package.json package-lock.json tsconfig.json .npmrc ./
COPY migration_portal migration_portal
COPY static static
RUN /build/bin/python -m migration_portal.frontend
COPY . .
# Reading the settings makes secrets in VAR_DIR: they must not become part of the image.
ENV DATABASE_URL=postgresql://unused BROKER_URL=redis://unused VAR_DIR=/tmp/var
RUN /build/bin/python manage.py messages compile \
    && PRODUCTION=1 SECRET_KEY=unused ALLOWED_HOSTS=unused /build/bin/python manage.py collectstatic --noinput \
    && rm -rf node_modules

FROM python:3.11-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/* \
    && useradd --system --create-home portal
WORKDIR /app
COPY requirements/portal.txt requirements/portal.txt
RUN pip install --no-cache-dir --require-hashes --only-binary :all: -r requirements/portal.txt
COPY --from=build /app /app
RUN install -d -o portal -g portal /app/var
USER portal
ENV PRODUCTION=1 PYTHONUNBUFFERED=1 VAR_DIR=/app/var
VOLUME /app/var
EXPOSE 8000
CMD ["gunicorn", "migration_portal.wsgi", "--bind", "0.0.0.0:8000", "--workers", "4", "--threads", "4", "--timeout", "120"]
