import type { Provider } from '../provider';
import type { ContextTools } from '../tools';
import { bufferProvider } from './buffer';
import { diagnosticsProvider } from './diagnostics';
import { diffProvider } from './diff';
import { fileProvider } from './file';
import { imageProvider } from './image';
import { quickfixProvider } from './quickfix';
import { selectionProvider } from './selection';
import { symbolProvider } from './symbol';
import { urlProvider } from './url';

/** What a prompt may mention. Of several that find something under a name the first counts. */
const PROVIDERS: readonly ((tools: ContextTools) => Provider)[] = [
  imageProvider,
  bufferProvider,
  selectionProvider,
  diagnosticsProvider,
  quickfixProvider,
  symbolProvider,
  diffProvider,
  urlProvider,
  fileProvider,
];

/** All of them, in the order in which they are offered. */
export function providers(tools: ContextTools): readonly Provider[] {
  return PROVIDERS.map((make) => make(tools));
}
