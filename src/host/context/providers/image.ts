import { EDITOR_SCHEME } from '../../../view/chip';
import { clipboardImage } from '../clipboard-image';
import { imageData } from '../file-text';
import type { Found, Provider } from '../provider';
import type { ContextTools } from '../tools';

const NAME = 'image';

/** `image`: the picture in the clipboard, which is `image-1.png` from then on. */
export function imageProvider({ dataFiles }: ContextTools): Provider {
  const taken = new Map<string, string>();
  const found = (name: string, path: string): Found => ({
    name,
    isImage: true,
    content: async () => ({
      type: 'image',
      uri: `${EDITOR_SCHEME}${name}`,
      ...(await imageData(path)),
    }),
  });
  return {
    word: NAME,
    about: 'the picture in the clipboard',
    pins: true,
    find: async (name) => {
      const known = taken.get(name);
      if (known !== undefined) return found(name, known);
      if (name !== NAME) return undefined;
      const image = await clipboardImage();
      if (!image) {
        const problem = 'there is no picture in the clipboard';
        return { name, problem, content: () => Promise.reject(new Error(problem)) };
      }
      const fresh = `image-${taken.size + 1}.${image.ending}`;
      const path = dataFiles.add(image.bytes, image.ending);
      taken.set(fresh, path);
      return found(fresh, path);
    },
  };
}
