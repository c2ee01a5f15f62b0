import { format } from 'oxfmt';

interface MenuItem {
  code: string;
  children?: MenuItem[];
}

/**
 * Adds an entity's line to a menu file: last in its area's group, or at the end. The rest of the text stays unchanged.
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

/** Index of the end of the list for the new line. */
function closingBracket(text: string, area: string): number {
  const group = new RegExp(`"code":\\s*"${area}"[^\\]]*?"children":\\s*\\[`).exec(text);
  if (!group) return text.lastIndexOf(']');
  let open = 1;
  let at = group.index + group[0].length;
  for (; open > 0; at += 1) open += text[at] === '[' ? 1 : text[at] === ']' ? -1 : 0;
  return at - 1;
}
