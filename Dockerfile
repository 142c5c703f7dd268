# An image in which both commands of the README run (docs/building.md, "In a container").
FROM nvidia/cuda:13.0.1-devel-ubuntu24.04 AS tools
WORKDIR /codag
COPY scripts/setup scripts/
COPY cmake cmake
RUN scripts/setup && rm -rf /var/lib/apt/lists/*

FROM tools
COPY . .
CMD ["scripts/bench", "configs/quick.json"]
