import type { ToolCall } from '../../model/state';
import { uriTarget } from '../target';
import { inputField } from './input';
import { outputLines } from './output';
import { placeDetail } from './place';
import { type Detail, foldRest, type ToolRenderer } from './renderer';

export const fetch: ToolRenderer = {
  icon: '⇣',
  isBrief: true,
  detail: (call, context) => addressDetail(call) ?? placeDetail(call, context),
  body: (call, context) => foldRest(outputLines(call, context, 'head'), 5),
};

/** A title often shortens the address. */
function addressDetail({ rawInput, title }: ToolCall): Detail | undefined {
  const address = inputField(rawInput, ['url', 'uri', 'address']);
  if (!address || title.includes(address)) return undefined;
  const target = uriTarget(address);
  return { text: address, ...(target ? { target } : {}) };
}
