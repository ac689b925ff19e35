/** The ways to sign in that agents offer, whatever they look like on the wire. Pure. */
import { isRecord } from '../base/guards';
import { oneLine, sanitize } from '../base/text';
import type { AuthMethod } from '../protocol/schema.gen';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** Run in a terminal by the user: the agent's own command with more arguments, or (old) a command the agent names. */
export interface TerminalLogin extends Named {
  readonly kind: 'terminal';
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type LoginMethod =
  | (Named & { readonly kind: 'agent' })
  | TerminalLogin
  /** Gone from the protocol, still sent by some: the user has to set these variables. */
  | (Named & {
      readonly kind: 'env_var';
      readonly vars: readonly string[];
      readonly link?: string;
    });

type Meta = Readonly<Record<string, unknown>>;

/** A way to sign in, from what is on the wire. What is shown of it is clean text. */
export function loginMethod(method: AuthMethod): LoginMethod {
  const { id, name, description } = method;
  const named = {
    id,
    name: oneLine(name),
    ...(description ? { description: sanitize(description) } : {}),
  };
  if (method.type === 'terminal') {
    return { ...named, kind: 'terminal', args: method.args ?? [], env: method.env ?? {} };
  }
  const meta = method._meta ?? {};
  const { 'terminal-auth': old, unknownType } = meta;
  if (isRecord(old)) return { ...named, kind: 'terminal', ...oldTerminal(old) };
  // Qwen's spelling of the same.
  if (meta.type === 'terminal') return { ...named, kind: 'terminal', ...oldTerminal(meta) };
  if (isRecord(unknownType) && unknownType.type === 'env_var') {
    const { link } = unknownType;
    const more = typeof link === 'string' ? { link } : {};
    return { ...named, kind: 'env_var', vars: variables(unknownType), ...more };
  }
  return { ...named, kind: 'agent' };
}

function oldTerminal({
  command,
  args,
  env,
}: Meta): Pick<TerminalLogin, 'command' | 'args' | 'env'> {
  const pairs = isRecord(env) ? Object.entries(env).filter(([, value]) => isText(value)) : [];
  return {
    ...(isText(command) && command !== '' ? { command } : {}),
    args: Array.isArray(args) ? args.filter(isText) : [],
    env: Object.fromEntries(pairs) as Record<string, string>,
  };
}

/** `vars: [{ name }]`, or the older `varName`. */
function variables({ vars, varName }: Meta): string[] {
  const listed = Array.isArray(vars) ? vars : [{ name: varName }];
  return listed.flatMap((one) => (isRecord(one) && isText(one.name) ? [one.name] : []));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
