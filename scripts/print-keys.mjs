// Prints the default keys of all windows as JSON, for scripts/generate-doc.lua.
import { fileURLToPath } from 'node:url';
import { loadModule } from './load-module.mjs';

const { KEYS } = await loadModule(fileURLToPath(new URL('../src/view/keys.ts', import.meta.url)));
process.stdout.write(JSON.stringify(KEYS));
