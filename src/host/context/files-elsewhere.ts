import { isInside } from '../../files/paths/path-style';
import { placeOfUri } from '../../model/context/places';
import type { NamedFile } from '../../nvim/prompt-context';
import type { ContentBlock } from '../../protocol/schema.gen';
import { chipName } from '../../view/chip';

/** What a prompt brought along from outside the session's folder: there a name alone leads nowhere. Pure. */
export function filesElsewhere(content: readonly ContentBlock[], cwd: string): NamedFile[] {
  return content.flatMap((block) => {
    if (block.type === 'text') return [];
    const place = placeOfUri(uriOf(block) ?? '');
    if (!place || isInside([cwd], place.path)) return [];
    return [{ name: chipName(block, cwd), path: place.path, ...place.lines }];
  });
}

function uriOf(block: ContentBlock): string | null | undefined {
  if (block.type === 'resource') return block.resource.uri;
  return 'uri' in block ? block.uri : undefined;
}
