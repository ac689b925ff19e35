/** What a session offers to choose from, for pickers and for completion in the editor. */
import { oneLine } from '../base/text';
import {
  configSettings,
  currentName,
  modelSetting,
  modeSetting,
  type Setting,
} from '../model/settings';
import type { SessionState } from '../model/state';

/** Names and descriptions are safe to show; ids and values are the agent's own. */
export interface Offer {
  readonly mode?: OfferedSetting;
  readonly model?: OfferedSetting;
  readonly options: readonly OfferedSetting[];
  readonly commands: readonly OfferedCommand[];
}

export interface OfferedSetting {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly current: string;
  readonly currentName: string;
  readonly values: readonly {
    readonly value: string;
    /** With the name of its group. */
    readonly name: string;
    readonly description?: string;
  }[];
}

/** A slash command. */
export interface OfferedCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

/** What the editor completes at once, without asking. */
export interface Completions {
  readonly mode: readonly string[];
  readonly model: readonly string[];
  readonly config: readonly { readonly id: string; readonly values: readonly string[] }[];
  /** Ids of the ways to sign in. */
  readonly login: readonly string[];
  readonly commands: readonly OfferedCommand[];
}

/** What can be completed on the command line. */
export function completions(
  { mode, model, options, commands }: Offer,
  login: readonly string[],
): Completions {
  const values = (setting: OfferedSetting | undefined): string[] =>
    (setting?.values ?? []).map(({ value }) => value);
  return {
    mode: values(mode),
    model: values(model),
    config: options.map((option) => ({ id: option.id, values: values(option) })),
    login,
    commands,
  };
}

/** True when both states offer the same. */
export function sameOffer(a: SessionState, b: SessionState): boolean {
  const { configOptions, modes, models, commands } = a;
  return (
    configOptions === b.configOptions &&
    modes === b.modes &&
    models === b.models &&
    commands === b.commands
  );
}

/** The settings and commands of a session, with what may be chosen. */
export function sessionOffer(state: SessionState): Offer {
  const mode = modeSetting(state);
  const model = modelSetting(state);
  return {
    ...(mode ? { mode: offered(mode) } : {}),
    ...(model ? { model: offered(model) } : {}),
    options: configSettings(state).map(offered),
    commands: state.commands.map(({ name, description, input }) => ({
      name: oneLine(name),
      description: oneLine(description),
      ...(input?.hint ? { hint: oneLine(input.hint) } : {}),
    })),
  };
}

function offered(setting: Setting): OfferedSetting {
  const { id, name, description, current, values } = setting;
  return {
    id,
    name: oneLine(name),
    ...(description ? { description: oneLine(description) } : {}),
    current,
    currentName: oneLine(currentName(setting)),
    values: values.map((item) => ({
      value: item.value,
      name: oneLine(item.group ? `${item.group}: ${item.name}` : item.name),
      ...(item.description ? { description: oneLine(item.description) } : {}),
    })),
  };
}
