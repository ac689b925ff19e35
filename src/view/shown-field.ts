import type { Field } from '../model/form';

/** A field as the editor asks for it. */
export interface ShownField {
  readonly name: string;
  /** With its description and whether it is needed. */
  readonly prompt: string;
  readonly type: Field['type'];
  readonly choices: readonly { readonly value: string; readonly title: string }[];
  /** The text to start with, or what is chosen. */
  readonly current: string | readonly string[];
}
