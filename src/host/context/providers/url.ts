import type { Provider } from '../provider';

/** `https://…`: a page that the agent may fetch. */
export function urlProvider(): Provider {
  return {
    word: 'url',
    about: 'a page: @https://…',
    suggest: async (query) =>
      query !== '' && 'https://'.startsWith(query) ? [{ word: 'https://', about: 'a page' }] : [],
    find: async (name) => {
      if (!/^https?:\/\//i.test(name) || !URL.canParse(name)) return undefined;
      const { href, host, pathname } = new URL(name);
      const title = pathname === '/' ? host : host + pathname;
      return { name, content: async () => ({ type: 'resource_link', uri: href, name: title }) };
    },
  };
}
