/** Code actions, as language servers offer them. */
import { isRecord } from '../../base/guards';
import type { LanguageClient } from '../../nvim/language-servers';
import { commandIn, type ServerCommand } from './commands';
import type { Answer } from './servers';
import { listIn, textIn } from './values';

export interface OfferedAction {
  readonly client: LanguageClient;
  readonly title: string;
  readonly kind: string | undefined;
  readonly isPreferred: boolean;
  /** Why it cannot be applied here. */
  readonly disabled: string | undefined;
  readonly edit: unknown;
  readonly command: ServerCommand | undefined;
  /** As the server sent it, to be resolved. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** `CodeAction`s and bare `Command`s, in the order of the servers. */
export function actionsIn(answers: readonly Answer[]): readonly OfferedAction[] {
  return answers.flatMap(({ client, result }) =>
    listIn(result).flatMap((sent) => {
      const action = isRecord(sent) ? actionIn(client, sent) : undefined;
      return action ? [action] : [];
    }),
  );
}

function actionIn(
  client: LanguageClient,
  sent: Readonly<Record<string, unknown>>,
): OfferedAction | undefined {
  const title = textIn(sent.title);
  if (title === undefined) return undefined;
  const kind = textIn(sent.kind);
  const disabled = isRecord(sent.disabled) ? (textIn(sent.disabled.reason) ?? '') : undefined;
  const isPreferred = sent.isPreferred === true;
  return { client, title, kind, isPreferred, disabled, sent, ...effectsIn(sent) };
}

/** What applying it does. In a bare `Command` that is the name of the command. */
export function effectsIn(
  sent: Readonly<Record<string, unknown>>,
): Pick<OfferedAction, 'edit' | 'command'> {
  if (typeof sent.command === 'string') return { edit: undefined, command: commandIn(sent) };
  const command = isRecord(sent.command) ? commandIn(sent.command) : undefined;
  return { edit: sent.edit, command };
}
