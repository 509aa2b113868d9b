# Builds the site and runs it as an ordinary user. docs/deploying.md says how.
FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# The settings are needed for the build, and are not in the image.
RUN --mount=type=secret,id=settings,target=/site/.env npm run build

FROM node:24-slim
WORKDIR /srv/site
# Docker sets HOSTNAME to the container's name, which is not an address to listen on.
ENV NODE_ENV=production HOSTNAME=0.0.0.0 PORT=3000 DATABASE_URL=file:/var/lib/site/leads.db
RUN install -d -o node -g node /var/lib/site
COPY --from=build /site/.next/standalone ./
USER node
VOLUME /var/lib/site
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
