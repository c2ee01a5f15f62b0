/** A document of an entity whose field is called so. */
export const newEntityDocument = (name: string): unknown => ({
  meta: {
    entity: 'hostile-box',
    path: 'HostileBox',
    title: 'name',
    fields: { name: { type: 'text' }, [name]: { type: 'text' } },
    list: { columns: ['name'] },
    form: { basic: [['name']] },
    access: { admin: { codes: ['*'] } },
  },
  texts: {
    'en-US': { name: 'Box', plural: 'Boxes', fields: { name: 'Name', [name]: 'Other' }, sections: { basic: 'Basic' } },
    'zh-CN': { name: '箱', plural: '箱', fields: { name: '名称', [name]: '其他' }, sections: { basic: '基本' } },
  },
});
