import { can, type Catalog, type Entity, type Rights } from '../../engine/core/index.ts';

/*
 * The right that each call beside those of every entity requires, as an entity and its code. Calls are named by the code
 * that clients use (the path with `:`); people who may make a call have its code among their permissions.
 */
const asking: readonly (readonly [entity: string, code: string, calls: string])[] = [
  ['role', 'read', 'sysRole:ownMenu,ownData,summary,grantable sysMenu:treeForGrant'],
  ['role', 'edit', 'sysRole:grantMenu,grantData,preview'],
  ['account', 'read', 'sysUser:ownRole,ownData'],
  ['account', 'edit', 'sysUser:grantRole,grantData'],
  ['tenant', 'read', 'sysTenant:ownMenu,menuTree'],
  ['notice', 'publish', 'sysNotice:changeStatus'],
  ['received-notice', 'read', 'sysNotice:received,unread'],
  ['file', 'read', 'sysFileInfo:download,preview'],
  ['mail', 'send', 'email:sendEmail,sendEmailHtml'],
  ['sms', 'read', 'sms:page'],
  ['timer', 'read', 'sysMachine:base,use,network,query sysTimers:localJobList,getActionClasses'],
  [
    'menu',
    'read',
    'codeGenerate:page,InformationList,ColumnList,preview,runDown,add,edit,delete,runLocal sysCodeGenerateConfig:list,edit',
  ],
  ['translation', 'read', 'sysLocalizer:coverage,compare'],
];

/** Calls for staff only, whatever the grants on the entity. */
const staffOnly: typeof asking = [['account', 'read', 'sysUser:selector']];

/** Calls about oneself, and those that every client makes. */
const everyones =
  'sysUser:updateInfo,updatePwd,updateAvatar,explain sysFileInfo:upload,uploadAvatar sysMenu:change ' +
  'sysDictType:dropDown,tree sysEnumData:list,listByFiled NoticesList:getNotices,readAll';

const spelled = (calls: string): string[] =>
  calls
    .trim()
    .split(' ')
    .flatMap((group) => {
      const [path = '', verbs = ''] = group.split(':');
      return verbs.split(',').map((verb) => `${path}:${verb}`);
    });

/** Permission codes of the calls beside the entities that this person may make. */
export function callCodes(catalog: Catalog, rightsOn: (entity: Entity) => Rights, member: boolean): string[] {
  const held = [...asking, ...(member ? [] : staffOnly)].flatMap(([name, code, calls]) => {
    const entity = catalog.byName.get(name);
    const needs = entity ? (entity.actions.get(code)?.needs ?? code) : code;
    return entity && can(rightsOn(entity), needs) ? spelled(calls) : [];
  });
  return [...spelled(everyones), ...held];
}
