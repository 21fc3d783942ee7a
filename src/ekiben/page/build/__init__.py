"""Put Ekiben as a page together: a folder of static files that needs no server.

```
index.html  assets/       the client and its workers (names with hashes)
service-worker.js         keeps all files of `files.json`, so that the page works offline
files.json                version of the page; every file with size and hash
config.json               the server that people are handed over to, if any
answers/                  what the app answers from the build alone, by file → {address: body}
python/                   Pyodide (pyodide.js is its ES module), its standard library, ekiben.zip
module/                   ekiben.wasm, ekiben-plain.wasm, *.so.wasm, kernels.json
LICENCES.txt  README.txt  third parties, and the pins with their hashes
```
"""
