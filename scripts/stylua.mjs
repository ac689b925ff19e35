// Formats our Lua.
//
//   node scripts/stylua.mjs --check|--write [file…]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatLua } from './format-lua.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const [mode, ...named] = process.argv.slice(2);
if (mode !== '--check' && mode !== '--write') {
  process.stderr.write('usage: node scripts/stylua.mjs --check|--write [file…]\n');
  process.exit(2);
}

function luaFiles() {
  const folders = ['lua', 'plugin', 'ftplugin', 'after', 'test', 'bench', 'scripts'];
  return folders.flatMap((folder) => {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.lua'))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
        .filter((path) => !/^(test\/fixtures|scripts\/demo-project)\//.test(path));
    } catch {
      return []; // a folder that is not there
    }
  });
}

let wrong = 0;
for (const path of named.length > 0 ? named : luaFiles()) {
  const text = readFileSync(path, 'utf8');
  let formatted;
  try {
    formatted = formatLua(text);
  } catch (error) {
    process.stderr.write(`${path}: ${error}\n`);
    wrong++;
    continue;
  }
  if (formatted === text) continue;
  if (mode === '--write') {
    writeFileSync(path, formatted);
    process.stdout.write(`formatted ${path}\n`);
  } else {
    const lines = text.split('\n');
    const at = formatted.split('\n').findIndex((line, index) => line !== lines[index]);
    process.stderr.write(`${path}:${at + 1}: not formatted\n`);
    wrong++;
  }
}
if (wrong > 0) {
  process.stderr.write(`${wrong} Lua files to format: node scripts/stylua.mjs --write\n`);
  process.exit(1);
}
