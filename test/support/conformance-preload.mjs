// Loaded before the conformance suite, which knows nothing of tokens, is written for a newer Node, and reads resources
// with addresses that no editor has. What it checks is left as it is.
//
//   node --import ./conformance-preload.mjs …/conformance/dist/index.js server --url URL --scenario NAME
import { register } from 'node:module';

const module = (source) => `data:text/javascript,${encodeURIComponent(source)}`;

// Node 20 has no globSync. It is for the part of the suite that looks at repositories.
const fs = module(`export * from 'node:fs'; export const globSync = () => [];`);
register(
  module(`export const resolve = (specifier, context, next) =>
    specifier === 'fs' && context.parentURL?.includes('/conformance/')
      ? { url: ${JSON.stringify(fs)}, shortCircuit: true }
      : next(specifier, context);`),
);

const { CONFORMANCE_AUTHORIZATION: authorization, CONFORMANCE_RESOURCE: resource } = process.env;
const { fetch } = globalThis;
globalThis.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('authorization', authorization);
  const body = init.body?.replace(/"uri":"test:[^"]*"/, `"uri":"${resource}"`);
  return fetch(input, { ...init, headers, ...(body ? { body } : {}) });
};
