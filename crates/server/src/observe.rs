//! Looks at a server when somebody asks for its metrics: what is there to be seen is not counted before.
//!
//! Invariant: looking changes nothing but the gauges, and nobody waits for it: where there is much to be seen, it is not touched
//! before it is looked at, and others have their turns between two looks.

use crate::metrics::{Label, Queue, Standing, Table};
use crate::server::Shared;

/// How many rooms or players are looked at before others have a turn.
const AT_ONCE: usize = 16;

impl Shared {
    /// All metrics as text.
    pub(crate) async fn metrics_text(&self) -> String {
        let metrics = &self.metrics;
        let (players, sockets) = (self.standing.players.value(), self.standing.sockets.value());
        metrics.connections.of(Standing::Player).set(players);
        metrics.connections.of(Standing::Socket).set(sockets.saturating_sub(players));
        metrics.connections.of(Standing::Http).set(self.guard.open().saturating_sub(sockets));
        metrics.players.set(self.players.len());
        metrics.tasks.set(self.keeper.tasks());

        let rooms = look_at(self.lobby.ids(), |id| {
            let room = self.lobby.room(id)?;
            let status = room.status();
            Some((Table(status.summary.game, status.summary.stage), room.waiting()))
        });
        let (tables, mailboxes): (Vec<Table>, Vec<usize>) = rooms.await.into_iter().unzip();
        for &table in Table::ALL {
            metrics.rooms.of(table).set(tables.iter().filter(|&&other| other == table).count());
        }
        let connections = look_at(self.players.tokens(), |token| {
            let connection = self.players.in_memory(token)?.known().connection.clone()?;
            Some(connection.queued())
        });
        for (queue, lengths) in [(Queue::Mailboxes, mailboxes), (Queue::Connections, connections.await)] {
            metrics.queued.of(queue).set(lengths.iter().sum());
            metrics.longest_queue.of(queue).set(lengths.into_iter().max().unwrap_or(0));
        }
        metrics.text()
    }
}

/// What there is to be seen of all of these.
async fn look_at<T: Copy, S>(all: Vec<T>, look: impl Fn(T) -> Option<S>) -> Vec<S> {
    let mut seen = Vec::with_capacity(all.len());
    for some in all.chunks(AT_ONCE) {
        seen.extend(some.iter().copied().filter_map(&look));
        tokio::task::yield_now().await;
    }
    seen
}
