# Bureau as a container: see "In a container" in docs/operations.md. Node comes from npm, as everywhere, so that the image runs the
# version of the lock file; the one in the first stages only brings npm.

# What runs: without the tools for building and testing.
FROM node:24-bookworm-slim AS packages
WORKDIR /opt/bureau
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

# The dashboard, built once.
FROM node:24-bookworm-slim AS dashboard
WORKDIR /opt/bureau
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM debian:bookworm-slim
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin bureau \
  && install --directory --owner=bureau --group=bureau --mode=0700 /data
WORKDIR /opt/bureau
COPY --from=packages /opt/bureau/node_modules node_modules
# The sources of the dashboard too: by them a start tells that the build is theirs.
COPY . .
COPY --from=dashboard /opt/bureau/dist dist
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=0
USER bureau
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "server/main.ts"]
