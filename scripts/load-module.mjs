// Runs a TypeScript module of ours in this process, for scripts that make something of its data.
import { createRequire } from 'node:module';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);

/** The exports of the module at this path. */
export async function loadModule(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    write: false,
    logLevel: 'warning',
  });
  const bundle = { exports: {} };
  new Function('module', 'exports', 'require', outputFiles[0].text)(
    bundle,
    bundle.exports,
    require,
  );
  return bundle.exports;
}
