# The command and nothing else: make build && docker build -t lightsout .
#   docker run --rm lightsout solve 5x5 --min
#   docker run --rm -v "$PWD:/data" -u "$(id -u)" lightsout generate -n 1000 -o /data/puzzles.jsonl
#   docker run --rm -p 127.0.0.1:8080:8080 lightsout play --addr 0.0.0.0:8080
FROM scratch
COPY bin/lightsout /lightsout
USER 65534:65534
ENTRYPOINT ["/lightsout"]
