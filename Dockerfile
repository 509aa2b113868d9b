# Builds the site and runs it as an ordinary user. docs/container.md says how.
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
# The build needs the development packages. Only what the server runs with gets into the image.
RUN npm ci --no-audit --no-fund
COPY . .
# The settings are needed for the build, and are not in the image, but for the action key, which Next.js writes into the build.
RUN --mount=type=secret,id=settings,target=/site/.env npm run build

FROM node:24-slim
WORKDIR /srv/site
# The server of Next.js listens on HOSTNAME, which a container sets to its own name, and leaves stop signals to the site.
ENV NODE_ENV=production HOSTNAME=0.0.0.0 NEXT_MANUAL_SIG_HANDLE=true NEXT_TELEMETRY_DISABLED=1
# The default DATABASE_URL is a file in it.
RUN install -d -o node -g node -m 700 /srv/site/data
COPY --from=build /site/.next/standalone ./
# As alerts name it.
ENV LEADS_COMMAND="docker exec site npm run --silent leads --"
USER node
VOLUME /srv/site/data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
