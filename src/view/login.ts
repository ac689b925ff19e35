/** How a way to sign in is called in a picker. */
import { oneLine } from '../base/text';

/** As much of a way to sign in as is shown. */
export interface ShownLogin {
  readonly name: string;
  readonly kind: 'agent' | 'terminal' | 'env_var';
  readonly description?: string;
}

const HOW = { agent: '', terminal: ' (in a terminal)', env_var: ' (an environment variable)' };

export function loginLabel({ name, kind, description }: ShownLogin): string {
  const text = name + HOW[kind];
  return oneLine(description && description !== name ? `${text} · ${description}` : text);
}
