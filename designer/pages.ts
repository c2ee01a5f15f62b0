import type { ComponentType } from 'react';

/** The designer's pages, by the names that menus and addresses give. Nothing of it is loaded before one of them is opened. */
export const designerPages: Readonly<Record<string, () => Promise<{ default: ComponentType }>>> = Object.freeze({
  designer: async () => {
    const { DesignerPage, startDesigner } = await import('./designer-page.tsx');
    await startDesigner();
    return { default: DesignerPage };
  },
});
