// Exit status 0 when node_modules holds what package-lock.json asks for. npm has no quick question for that
// (`npm ls` takes seconds), but it keeps a lock file of what it really installed inside node_modules.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packages = (path) => {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  return JSON.parse(readFileSync(file, 'utf8')).packages;
};

try {
  const wanted = packages('package-lock.json');
  const present = packages('node_modules/.package-lock.json');
  const missing = Object.entries(wanted).some(
    ([path, { optional, integrity }]) =>
      // '' is this project itself; an optional package may be for another platform.
      path !== '' && (present[path] ? present[path].integrity !== integrity : !optional),
  );
  process.exit(missing ? 1 : 0);
} catch {
  process.exit(1);
}
