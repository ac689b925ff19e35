/** `:Acp mode`, `:Acp model` and `:Acp config` without a value: the user picks one of what the agent offers. */
import type { Session } from '../../session/session';
import { type Offer, type OfferedSetting, sessionOffer } from '../../view/offer';
import type { Asks } from '../asks';

export type PickedSetting = 'mode' | 'model' | 'config';

/** A session in which a setting is picked. */
export type SettableSession = Pick<Session, 'state' | 'set'>;

/**
 * @param id of a configuration option; absent: that is picked, too
 * Rejects with a message for the user.
 */
export async function pickSetting(
  asks: Asks,
  session: SettableSession,
  what: PickedSetting,
  id?: string,
): Promise<void> {
  const offer = sessionOffer(session.state);
  const setting = what === 'config' ? await pickOption(asks, offer, id) : offer[what];
  if (what !== 'config' && !setting?.values.length) {
    throw new Error(`the agent offers no ${what}s to choose from`);
  }
  const value = setting && (await pickValue(asks, setting));
  if (!setting || value === undefined) return;
  await session.set(what === 'config' ? { id: setting.id } : what, value);
}

async function pickOption(
  asks: Asks,
  { options }: Offer,
  id: string | undefined,
): Promise<OfferedSetting | undefined> {
  if (options.length === 0) throw new Error('the agent offers no options');
  if (id === undefined) {
    return asks.select('Option:', 'acp_option', options, ({ name, currentName, description }) =>
      withMore(`${name}: ${currentName}`, description),
    );
  }
  const found = options.find((option) => option.id === id);
  if (found) return found;
  const ids = options.map((option) => option.id).join(', ');
  throw new Error(`expected an option: ${ids}, got "${id}"`);
}

async function pickValue(
  asks: Asks,
  { name, values, current }: OfferedSetting,
): Promise<string | undefined> {
  const picked = await asks.select(`${name}:`, 'acp_setting', values, (item) =>
    withMore(`${item.value === current ? '● ' : '  '}${item.name}`, item.description),
  );
  return picked?.value;
}

function withMore(text: string, description: string | undefined): string {
  return description ? `${text} — ${description}` : text;
}
