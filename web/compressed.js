import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** Writes scripts and sheets a second time, as small as they get, for the server to hand out as they are. */
export const compressed = {
  name: "compressed",
  apply: "build",
  writeBundle({ dir }, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!/\.(js|css)$/.test(name)) continue;
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(file.type === "chunk" ? file.code : file.source));
    }
  },
};
