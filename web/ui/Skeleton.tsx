import type { CSSProperties } from 'react';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** Size of the content to come; numbers are pixels. */
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  aspectRatio?: CSSProperties['aspectRatio'];
}

/** Show a grey placeholder. The parent announces "loading" to assistive technology. */
export function Skeleton({ width = '100%', height, aspectRatio }: SkeletonProps) {
  return <div className={styles.skeleton} style={{ width, height, aspectRatio }} aria-hidden="true" />;
}
