import type { ReactNode } from "react";
import { Link } from "wouter";
import { Card } from "../../ui/card.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Loaded, type QueryLike } from "../../ui/states.tsx";

interface ListCardProps<T> {
  title: string;
  /** The screen that has the whole list. */
  to: string;
  link: string;
  query: QueryLike<T>;
  children: (data: T) => ReactNode;
}

/**
 * A card with the first rows of a list and a link to all of it. For the dashboard alone: visitors
 * download with the front page whatever the dashboard shares with other screens.
 */
export const ListCard = <T,>({ title, to, link, query, children }: ListCardProps<T>) => (
  <Card
    isFlush
    title={title}
    action={
      <Link to={to} className="inline-flex min-h-11 items-center text-14 font-semibold text-pine">
        {link}
      </Link>
    }
  >
    <Loaded query={query} skeleton={<Waiting />}>
      {children}
    </Loaded>
  </Card>
);

const Waiting = () => (
  <div className="px-4 pb-4">
    <SkeletonRows count={5} />
  </div>
);
