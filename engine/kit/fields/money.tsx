import { quantity } from './quantity.tsx';

export const money = quantity(2);
