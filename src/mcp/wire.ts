/**
 * What the bridge and the host say to each other on the private socket: first the bridge presents its token, then the
 * host takes it or refuses it, one line each. From there on the lines are those of MCP.
 */
import { isRecord } from '../base/guards';
import { MEBIBYTE } from '../base/units';

/** The environment of a bridge; there is no more in it. */
export const SOCKET_VARIABLE = 'ACP_MCP_SOCKET';
export const TOKEN_VARIABLE = 'ACP_MCP_TOKEN';

/** Far above the largest result, which is there as text and as data; what is longer would only fill the memory. */
export const MAX_LINE_BYTES = 32 * MEBIBYTE;

export const presented = (token: string): string => `${JSON.stringify({ token })}\n`;
export const ACCEPTED = `${JSON.stringify({ accepted: true })}\n`;
export const refused = (why: string): string => `${JSON.stringify({ refused: why })}\n`;

/** The token in the first line of a bridge. */
export function presentedToken(line: string): string | undefined {
  const token = parsed(line)?.token;
  return typeof token === 'string' ? token : undefined;
}

/** Why the host refuses the bridge, by its first line; nothing: it does not. */
export function refusal(line: string): string | undefined {
  const answer = parsed(line);
  if (answer?.accepted === true) return undefined;
  return typeof answer?.refused === 'string' ? answer.refused : 'the editor did not understand it';
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
