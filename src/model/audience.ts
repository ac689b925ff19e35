import type { ContentBlock } from '../protocol/schema.gen';

/** Whether content is meant for the model alone (`annotations.audience`): the user need not see it. */
export function isForModelOnly(block: ContentBlock): boolean {
  const audience = block.annotations?.audience ?? [];
  return audience.length > 0 && !audience.includes('user');
}
