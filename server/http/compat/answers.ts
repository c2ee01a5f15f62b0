import type { Entity } from '../../../engine/core/index.ts';
import { employeeOf } from './accounts.ts';
import { formOf, isNumber, isNumbered, namesOf, root } from './forms.ts';
import { moduleOf } from './modules.ts';
import { htmlOfDoc, type RichNode } from './rich-html.ts';

type Row = Record<string, unknown>;

/** A record as existing clients read it: numeric codes, HTML rich texts, and their field names beside ours. */
export function rowInOldWords(entity: Entity, row: Row): Row {
  const form = formOf(entity);
  const out: Row = { ...row };
  for (const field of entity.fields) {
    const value = row[field.name];
    if (value === null || value === undefined) continue;
    if (field.meta.type === 'richText' && typeof value === 'object') out[field.name] = htmlOfDoc(value as RichNode);
    else if (isNumber(value) && isNumbered(entity, field)) out[field.name] = Number(value);
  }
  for (const [name, codes] of Object.entries(form.codes ?? {})) {
    const word = row[name];
    if (typeof word === 'string' && Object.hasOwn(codes, word)) out[name] = codes[word];
  }
  for (const [alias, field] of Object.entries(namesOf(entity))) {
    // A hidden field stays hidden under its alias.
    if (field in row && !(alias in row)) out[alias] = out[field] ?? (field === entity.tree ? root : null);
  }
  if ('$createdBy' in row) out['createdUserName'] = row['$createdBy'];
  if (entity.name === 'account') {
    const employee = employeeOf(row);
    if (employee) out['sysEmpInfo'] = employee;
  }
  if (entity.name === 'menu' && 'component' in row) out['component'] = moduleOf(row);
  if (entity.name === 'received-notice') out['status'] = published;
  return out;
}

/** Status of a received notice: withdrawn ones have no recipients any more. */
const published = 1;

/** Rows of a tree, nested. */
export function treeInOldWords(entity: Entity, rows: readonly Row[]): Row[] {
  return rows.map((row) => ({
    ...rowInOldWords(entity, row),
    ...(Array.isArray(row['children']) ? { children: treeInOldWords(entity, row['children'] as Row[]) } : {}),
  }));
}

interface MenuNode extends Row {
  id: string;
  pid: string;
  name: string;
  path: string;
  application: string;
}

/** Menu nodes with components and unique paths. */
export function menuInOldWords(nodes: readonly MenuNode[]): Row[] {
  const groups = new Set(nodes.map(({ pid }) => pid));
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  // On a conflict the screen keeps its path and the directory gets another.
  for (const each of nodes.toSorted((one, other) => Number(groups.has(one.id)) - Number(groups.has(other.id)))) {
    const path = each.path === '' || taken.has(each.path) ? `${each.path}/${each.name}` : each.path;
    taken.add(path);
    paths.set(each.id, path);
  }
  return nodes.map((node) => ({
    ...node,
    path: paths.get(node.id),
    component: groups.has(node.id) && !node['entity'] ? 'PageView' : moduleOf({ ...node, type: '1' }),
  }));
}

/** The signed-in user: the active application's menu, and `Y` or `N` per application. */
export function loginUserInOldWords(user: Row): Row {
  const apps = (user['apps'] ?? []) as { code: string; active: unknown }[];
  const menus = (user['menus'] ?? []) as MenuNode[];
  const open = apps.find(({ active }) => active === true)?.code ?? apps[0]?.code;
  return {
    ...user,
    sex: isNumber(user['sex']) ? Number(user['sex']) : user['sex'],
    apps: apps.map((app) => ({ ...app, active: app.active === true ? 'Y' : 'N' })),
    menus: menuInOldWords(menus.filter(({ application }) => application === open)),
  };
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

function sizeText(bytes: unknown): string {
  let size = Number(bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${Math.round(size * 10) / 10} ${units[unit] ?? ''}`;
}

function timeText(seconds: unknown): string {
  const whole = Math.floor(Number(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  return `${days}d ${two(hours)}:${two(minutes)}:${two(whole % 60)}`;
}

/** Host metrics as formatted texts; the numbers stay under `raw`. */
export const machineInOldWords: Readonly<Record<string, (data: Row) => Row>> = {
  use: (data) => ({
    ...data,
    runTime: timeText(data['runTime']),
    cpuRate: `${String(data['cpuRate'])}%`,
    totalRam: sizeText(data['totalRam']),
    ramRate: `${String(data['ramRate'])}%`,
    raw: data,
  }),
  network: (data) => {
    const { sent = 0, received = 0 } = (data['sendAndReceived'] ?? {}) as Record<string, number>;
    return {
      ...data,
      sendAndReceived: `${sizeText(sent)} / ${sizeText(received)}`,
      networkSpeed: `${sizeText(data['networkSpeed'])}/s`,
      raw: data,
    };
  },
};
