import { type ComponentPropsWithRef, createElement, type ElementType } from 'react';
import styles from './VisuallyHidden.module.css';

type VisuallyHiddenProps<Tag extends ElementType> = { as?: Tag } & Omit<
  ComponentPropsWithRef<Tag>,
  'as' | 'className'
>;

/** Render content for screen readers only: a `span`, or the element that `as` names. */
export function VisuallyHidden<Tag extends ElementType = 'span'>({ as, ...props }: VisuallyHiddenProps<Tag>) {
  return createElement(as ?? 'span', { ...props, className: styles.hidden });
}
