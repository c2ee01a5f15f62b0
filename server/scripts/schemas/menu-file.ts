import { format } from 'oxfmt';

interface MenuItem {
  code: string;
  children?: MenuItem[];
}

/**
 * The text of a menu file with a line for an entity: last in the group named as its area, or last of all. The rest of
 * the text stays as it is.
 */
export async function addMenuItem(text: string, area: string, entity: string): Promise<string> {
  const { items } = JSON.parse(text) as { items: MenuItem[] };
  const isEmpty = items.find(({ code }) => code === area)?.children?.length === 0 || items.length === 0;
  const end = closingBracket(text, area);
  const line = `{ "code": "${entity}", "icon": "file", "entity": "${entity}" }`;
  const before = text.slice(0, end).trimEnd();
  const { code } = await format('menu.json', `${before}${isEmpty ? '' : ','}\n${line}${text.slice(end)}`, {
    printWidth: 120,
  });
  return code;
}

/** Where the list ends that the line goes into. */
function closingBracket(text: string, area: string): number {
  const group = new RegExp(`"code":\\s*"${area}"[^\\]]*?"children":\\s*\\[`).exec(text);
  if (!group) return text.lastIndexOf(']');
  let open = 1;
  let at = group.index + group[0].length;
  for (; open > 0; at += 1) open += text[at] === '[' ? 1 : text[at] === ']' ? -1 : 0;
  return at - 1;
}
