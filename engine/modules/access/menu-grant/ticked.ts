/** An entry of the menu as it can be granted: its buttons and what stands below it are its children. */
export interface GrantNode {
  id: string;
  title: string;
  type: string;
  application: string;
  children: GrantNode[];
}

/**
 * What the tree shows as fully ticked, of all that is granted: an entry whose children are granted in part is half
 * ticked, and a tree draws that from its children.
 */
export function ticked(nodes: readonly GrantNode[], granted: ReadonlySet<string>): string[] {
  return nodes.flatMap((node) => {
    const below = ticked(node.children, granted);
    const whole = granted.has(node.id) && node.children.every(({ id }) => below.includes(id));
    return whole ? [node.id, ...below] : below;
  });
}

/** What the role keeps after a change: the ticked in whole or in part, and entries that this person's tree does not show. */
export function kept(nodes: readonly GrantNode[], before: readonly string[], chosen: readonly string[]): string[] {
  const shown = new Set(idsOf(nodes));
  return [...new Set([...before.filter((id) => !shown.has(id)), ...chosen])];
}

export const idsOf = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap(({ id, children }) => [id, ...idsOf(children)]);

/** The nodes whose words hold the text, with all above and below them. */
export function matching(nodes: readonly GrantNode[], text: string): GrantNode[] {
  const asked = text.trim().toLowerCase();
  if (asked === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(asked)) return [node];
    const children = matching(node.children, text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}
