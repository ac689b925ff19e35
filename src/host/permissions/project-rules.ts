import { join } from 'node:path';
import type { Drafts } from '../../files/disk/drafts';
import { realPathSync } from '../../files/paths/real-path';
import type { Lua } from '../../nvim/lua';
import { describeError } from '../../protocol/errors';
import { type FileChange, fileChangeSurface } from '../../view/surfaces/file-change';
import type { Surfaces } from '../surfaces';
import { editProjectFile, type ProjectEdit, writeProjectFile } from './project-file';

/** In the root of a project: `{ "permissions": { "rules": [ … ] } }`. See `FILE` in lua/acp/trust.lua. */
export const PROJECT_FILE = '.acp.json';

export interface ProjectRulesOptions {
  readonly lua: Lua;
  readonly surfaces: Surfaces;
  readonly drafts: Drafts;
  readonly notify: (level: 'info' | 'error', text: string) => void;
}

/**
 * Changes the rules in a project's file: reads it only when the user trusts it, shows what will be written, and lets it
 * be trusted again only as what the user has seen.
 */
export class ProjectRules {
  readonly #options: ProjectRulesOptions;
  /** From showing a change until it is written and trusted: nothing else may judge the file meanwhile. */
  #busy = false;

  constructor(options: ProjectRulesOptions) {
    this.#options = options;
  }

  /** Shows what the file would say after all edits, and writes it after a yes; false when it stays as it is. */
  async change(cwd: string, edits: readonly Omit<ProjectEdit, 'before'>[]): Promise<boolean> {
    const { notify } = this.#options;
    if (this.#busy) {
      notify('info', `${PROJECT_FILE} is being changed already`);
      return false;
    }
    this.#busy = true;
    try {
      return await this.#change(cwd, edits);
    } catch (error) {
      notify('error', describeError(error));
      return false;
    } finally {
      this.#busy = false;
    }
  }

  /** Opens the file in a code window, at a rule. */
  async open(cwd: string, rule?: { readonly n?: number; readonly text: string }): Promise<void> {
    const { lua, notify } = this.#options;
    const path = fileOf(cwd);
    const file = await lua.call('trust.read', path);
    if (!file.exists) {
      notify('info', `this project has no ${PROJECT_FILE}`);
      return;
    }
    const found =
      rule?.n !== undefined && file.text !== undefined
        ? editProjectFile({ before: file.text, n: rule.n, rule: rule.text, text: rule.text })
        : {};
    await lua.call('ui.open.file', path, found.line ?? null);
  }

  async #change(cwd: string, edits: readonly Omit<ProjectEdit, 'before'>[]): Promise<boolean> {
    const { lua, notify } = this.#options;
    const path = fileOf(cwd);
    const { text, exists, problem } = await lua.call('trust.read', path);
    if (text === undefined) {
      notify('info', problem ?? `${PROJECT_FILE} cannot be read`);
      return false;
    }
    const after = edited(text, edits);
    const title = `${exists ? 'Change' : 'New file:'} ${path}`;
    const change = { title, yes: 'write and trust it', before: lines(text), after: lines(after) };
    if (!(await this.#confirmed(change))) return false;
    await writeProjectFile(path, exists ? text : undefined, after, this.#options.drafts);
    const trusted = await lua.call('trust.trust', cwd, path, after);
    if (!trusted) notify('info', `${PROJECT_FILE} is written, but not trusted: use :trust`);
    return true;
  }

  #confirmed(change: FileChange): Promise<boolean> {
    return new Promise((resolve) => {
      let yes = false;
      this.#options.surfaces.open({
        definition: fileChangeSurface,
        model: () => change,
        actions: {
          change_yes: ({ close }) => {
            yes = true;
            return close();
          },
        },
        onClosed: () => resolve(yes),
      });
    });
  }
}

function fileOf(cwd: string): string {
  return realPathSync(join(cwd, PROJECT_FILE)) ?? join(cwd, PROJECT_FILE);
}

/** Throws with a message for the user. */
function edited(before: string, edits: readonly Omit<ProjectEdit, 'before'>[]): string {
  return edits.reduce((text, edit) => {
    const { after, problem } = editProjectFile({ before: text, ...edit });
    if (after === undefined) throw new Error(`${PROJECT_FILE}: ${problem}`);
    return after;
  }, before);
}

function lines(text: string): string[] {
  const all = text.split(/\r?\n/);
  return all.at(-1) === '' ? all.slice(0, -1) : all;
}
