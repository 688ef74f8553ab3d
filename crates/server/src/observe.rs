//! Looks at a server when somebody asks for its metrics: what is there to be seen is not counted before.
//!
//! Invariant: looking changes nothing but the gauges, and waits for nobody.

use crate::metrics::{Label, Queue, Standing, Table};
use crate::server::Shared;

impl Shared {
    /// All metrics as text.
    pub(crate) fn metrics_text(&self) -> String {
        let metrics = &self.metrics;
        let (players, sockets) = (self.standing.players.value(), self.standing.sockets.value());
        metrics.connections.of(Standing::Player).set(players);
        metrics.connections.of(Standing::Socket).set(sockets.saturating_sub(players));
        metrics.connections.of(Standing::Http).set(self.guard.open().saturating_sub(sockets));
        metrics.players.set(self.players.len());
        metrics.tasks.set(self.keeper.tasks());

        let rooms = self.lobby.all();
        let statuses: Vec<Table> = rooms
            .iter()
            .map(|room| room.status())
            .map(|status| Table(status.summary.game, status.summary.stage))
            .collect();
        for &table in Table::ALL {
            metrics.rooms.of(table).set(statuses.iter().filter(|&&other| other == table).count());
        }
        let queue = |queue: Queue, lengths: Vec<usize>| {
            metrics.queued.of(queue).set(lengths.iter().sum());
            metrics.longest_queue.of(queue).set(lengths.into_iter().max().unwrap_or(0));
        };
        queue(Queue::Mailboxes, rooms.iter().map(|room| room.waiting()).collect());
        let connections = self.players.connections();
        queue(Queue::Connections, connections.iter().map(|connection| connection.queued()).collect());
        metrics.text()
    }
}
