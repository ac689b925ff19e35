/** `g?`: the keys of one or more windows, as they are mapped now. */
import { displayWidth } from '../../base/text';
import { line } from '../line';
import { plainBlock, type SurfaceDefinition, type SurfaceKey } from './surface';

export interface KeyHelp {
  readonly sections: readonly {
    readonly heading: string;
    readonly keys: readonly Pick<SurfaceKey, 'lhs' | 'label'>[];
    /** Below the keys. */
    readonly note?: string;
  }[];
}

const KEY_WIDTH = 8;

export const keyHelpSurface: SurfaceDefinition<KeyHelp, never> = {
  kind: 'keys',
  heading: 'Keys',
  place: { kind: 'center', zindex: 90, minWidth: 20 },
  keys: [
    { action: 'keys_close', lhs: 'q', label: 'close the keys', closes: true },
    { action: 'keys_escape', lhs: '<Esc>', label: 'close the keys', closes: true },
    { action: 'keys_again', lhs: 'g?', label: 'close the keys', closes: true },
    { action: 'keys_done', lhs: '<CR>', label: 'close the keys', closes: true },
  ],
  content: ({ sections }) => ({
    title: 'Keys',
    blocks: sections.flatMap(({ heading, keys, note }, index) => [
      ...(index === 0 ? [] : [plainBlock(`gap ${index}`, '')]),
      plainBlock(
        heading,
        line([heading], 'AcpPermissionTitle'),
        ...keys.map(({ lhs, label }) =>
          line(['  ', [padded(lhs), 'AcpPermissionKey'], ` ${label}`]),
        ),
        ...(note === undefined ? [] : [line([`  ${note}`])]),
      ),
    ]),
  }),
  hints: () => [['keys_close', 'close']],
};

function padded(lhs: string): string {
  return lhs + ' '.repeat(Math.max(0, KEY_WIDTH - displayWidth(lhs)));
}
