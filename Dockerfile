FROM swift:6.3-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libmicrohttpd-dev libgnutls28-dev libhiredis-dev libsqlite3-dev zlib1g-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Sources Sources
# A page of the documentation shows it.
COPY Config/changelog.md Config/
COPY Tests Tests
RUN swift build -c release --product kinetype --static-swift-stdlib -Xlinker -s && \
    install -D "$(swift build -c release --static-swift-stdlib -Xlinker -s --show-bin-path)/kinetype" /out/kinetype && \
    /out/kinetype manual > /out/kinetype.1

FROM debian:bookworm-slim AS files
RUN apt-get update && apt-get install -y --no-install-recommends libmicrohttpd12 libgnutls30 libhiredis0.14 libsqlite3-0 zlib1g libpangocairo-1.0-0 fonts-dejavu-core && rm -rf /var/lib/apt/lists/*
COPY --from=build /out/kinetype /usr/local/bin/kinetype
COPY --from=build /out/kinetype.1 /usr/local/share/man/man1/kinetype.1
# The image has what these files need to run, and neither a shell nor a package manager. Pango is loaded for the first picture.
RUN set -eu; mkdir /image; cd /usr/lib/*-linux-gnu; \
    ldd /usr/local/bin/kinetype "$PWD/libpangocairo-1.0.so.0" | awk '$2 == "=>" { print $3 } $1 ~ /^\// && NF == 2 { print $1 }' | sort -u \
      | xargs cp --parents -L -t /image /usr/local/bin/kinetype "$PWD/libpangocairo-1.0.so.0"; \
    cp -r --parents -t /image /etc/fonts /usr/share/fontconfig /usr/share/fonts/truetype/dejavu \
      /usr/local/share/man /usr/share/doc/*/copyright /usr/share/common-licenses; \
    install -d -o 10001 -g 10001 /image/data; install -d -m 1777 /image/tmp

FROM scratch
COPY --from=files /image /
ENV KINETYPE_HOST=0.0.0.0 STATE_DIRECTORY=/data
VOLUME /data
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/usr/local/bin/kinetype", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/kinetype"]
CMD ["serve"]
