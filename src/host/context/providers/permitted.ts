import type { Prompt } from '../provider';

/** Those about files that the agent may have. */
export async function permitted<T extends { readonly path: string }>(
  list: readonly T[],
  prompt: Prompt,
): Promise<T[]> {
  const paths = [...new Set(list.map(({ path }) => path).filter((path) => path !== ''))];
  const refusals = await Promise.all(paths.map((path) => prompt.refusal(path)));
  const refused = new Set(paths.filter((_, index) => refusals[index] !== undefined));
  return list.filter(({ path }) => !refused.has(path));
}
