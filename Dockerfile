# Builds the bot and copies it to a small runtime image.
#
#   docker build -t ulti .
#   docker run -d --name ulti --restart unless-stopped -e ULTI_DISCORD__TOKEN=… -v ulti:/data ulti
#
# compose.yaml runs the image with a read-only root file system and without privileges.

FROM rust:1.95-slim-trixie AS chef
# make builds the jemalloc allocator.
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
RUN cargo install --locked cargo-chef@0.1.78
WORKDIR /src

# The list of dependencies changes only with the manifests and the lock file.
FROM chef AS plan
COPY . .
RUN cargo chef prepare --recipe-path recipe.json

FROM chef AS build
# This layer is cached as long as the list of dependencies is the same. Without --package, cargo would also select the
# crates for tests, which enable the default features.
COPY --from=plan /src/recipe.json recipe.json
RUN cargo chef cook --release --locked --package ulti --no-default-features --features jemalloc --bin ulti --recipe-path recipe.json
COPY . .
RUN cargo build --release --locked --package ulti --no-default-features --features jemalloc --bin ulti && strip target/release/ulti

# The root certificates are compiled into the binary, so no packages are needed.
FROM debian:trixie-slim
RUN useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin ulti \
    && install --directory --owner ulti --group ulti /data
COPY --from=build /src/target/release/ulti /usr/local/bin/ulti
# The database is the file ulti.db in this folder, unless ULTI_STORE__URL is set.
WORKDIR /data
VOLUME /data
USER ulti
# For Prometheus, add: -e ULTI_WATCH__ADDRESS=0.0.0.0:9464 -e ULTI_WATCH__BEYOND_LOOPBACK=true
# -p 127.0.0.1:9464:9464 (see docs/operating.md).
# The bot is healthy if it has written a heartbeat within the last minute.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["ulti", "health"]
ENTRYPOINT ["ulti"]
CMD ["run"]
