/** Changing what the user can set in a session, in the way that the agent offers it. */
import type { SessionEvent } from '../model/event';
import {
  configSettings,
  modelSetting,
  modeSetting,
  type Setting,
  settingValue,
} from '../model/settings';
import type { SessionState } from '../model/state';
import type { AgentSession } from './agent-port';

/** What to set: the mode, the model, or a configuration option by its id. */
export type SettingName = 'mode' | 'model' | { readonly id: string };

/** Asks the agent; rejects with what it said. */
type Ask = <T>(ask: (link: AgentSession) => Promise<T>) => Promise<T>;

/**
 * What the agent answers replaces all options; modes and models it need not announce, so the state follows.
 * @returns the event of the change. Rejects with a message for the user.
 */
export async function changeSetting(
  state: SessionState,
  name: SettingName,
  given: string | boolean,
  ask: Ask,
): Promise<SessionEvent> {
  const setting = find(state, name);
  const choice = settingValue(setting, given);
  if (!choice.ok) throw new Error(choice.error);
  const { value } = choice;
  if (setting.via === 'mode') {
    await ask((link) => link.setMode(value));
    return {
      type: 'update',
      update: { sessionUpdate: 'current_mode_update', currentModeId: value },
    };
  }
  if (setting.via === 'model') {
    await ask((link) => link.setModel(value));
    return { type: 'modelSet', modelId: value };
  }
  const wire = setting.type === 'boolean' ? value === 'on' : value;
  const configOptions = await ask((link) => link.setConfig(setting.id, wire));
  return { type: 'update', update: { sessionUpdate: 'config_option_update', configOptions } };
}

function find(state: SessionState, name: SettingName): Setting {
  if (name === 'mode') return offered(modeSetting(state), 'the agent offers no modes');
  if (name === 'model') {
    return offered(modelSetting(state), 'the agent offers no choice of models');
  }
  const { id } = name;
  const settings = configSettings(state);
  const ids = settings.map((setting) => setting.id).join(', ');
  return offered(
    settings.find((setting) => setting.id === id),
    ids ? `expected an option: ${ids}, got "${id}"` : 'the agent offers no options',
  );
}

function offered(setting: Setting | undefined, missing: string): Setting {
  if (!setting) throw new Error(missing);
  return setting;
}
